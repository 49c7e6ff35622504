// What the first paint can do without: a chunk of its own, fetched when the page is idle or when
// somebody asks for it.
export { ComparePanel } from "./compare_panel.tsx";
export { Help } from "./help.tsx";
export { KernelPanel } from "./kernel_panel.tsx";
export { LinksDialog } from "./links_dialog.tsx";
export { MeasurePanel } from "./measure_panel.tsx";
export { ParetoChart } from "./pareto_chart.tsx";
export { ProgramsDialog } from "./programs_dialog.tsx";
export { RanksPanel } from "./ranks_panel.tsx";
export { SearchPanel } from "./search_panel.tsx";
export { SetPanel } from "./set_panel.tsx";
export { SweepPanel } from "./sweep_panel.tsx";
export { StridesPanel } from "./strides_panel.tsx";
