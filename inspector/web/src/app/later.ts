// The parts of the page that the first paint does not need. They are a separate script, which is
// loaded when the page is idle or when one of them is needed.
export { ComparePanel } from "../panels/compare_panel.tsx";
export { Help } from "../dialogs/help.tsx";
export { KernelPanel } from "../panels/kernel_panel.tsx";
export { MeasurePanel } from "../panels/measure_panel.tsx";
export { SearchPanel } from "../panels/search_panel.tsx";
export { SweepPanel } from "../panels/sweep_panel.tsx";
export { StridesPanel } from "../panels/strides_panel.tsx";
