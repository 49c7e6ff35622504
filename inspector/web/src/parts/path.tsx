// The buffers that the data goes through, one after the other.
import { buffer, stop } from "../model/format.ts";

interface Route {
  path: string[];
  padded_path: boolean[];
  path_formats?: string[];
  path_leaves?: number[];
}

function wordsOf(route: Route, at: number): string {
  const leaves = at > 0 ? (route.path_leaves?.[at - 1] ?? 1) : 1;
  return [
    buffer(route.path[at] ?? ""),
    route.path_formats?.[at] ?? "",
    route.padded_path[at] ? "padded strides" : "",
    leaves > 1 ? `written by one kernel for ${leaves} leaves` : "",
  ]
    .filter((part) => part !== "")
    .join(", ");
}

// The same with little to draw, for tables of thousands of rows.
export function PlainPath({ route }: { route: Route }) {
  return (
    <span class="path plain" title={route.path.map((_, at) => wordsOf(route, at)).join(" › ")}>
      {route.path.map((name, at) => {
        const { name: text, note } = stop(route, at);
        return (
          <span key={at} class={name.toLowerCase()}>
            {at > 0 ? "›" : ""}
            {text}
            {note}
          </span>
        );
      })}
    </span>
  );
}

export function Path({ route }: { route: Route }) {
  return (
    <span class={route.path.length > 3 ? "path long" : "path"}>
      {route.path.map((name, at) => (
        <span key={at}>
          {at > 0 && <span class="arrow">›</span>}
          <span class={`buffer ${name.toLowerCase()}`} title={wordsOf(route, at)}>
            {stop(route, at).name}
            {stop(route, at).note}
          </span>
        </span>
      ))}
    </span>
  );
}
