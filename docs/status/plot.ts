import { drawing, element } from "../shared/element.ts";

/** One line of a plot; undefined values leave a gap. */
export interface PlotLine {
  readonly label: string;
  readonly kind: "main" | "second" | "fault";
  readonly values: readonly (number | undefined)[];
}

const width = 600;
const height = 120;
/** A plot that has just begun shows a minute; it grows with what is kept. */
const fewestPoints = 30;

/** A plot that is drawn again with each `update`. The newest values are at the right. */
export function plot(title: string): {
  readonly element: HTMLElement;
  /** `end` is where the scale ends, whatever the values are: a share ends at 1. */
  update(lines: readonly PlotLine[], now: string, show: (value: number) => string, end?: number): void;
} {
  const drawn = drawing("svg", {
    viewBox: `0 0 ${width} ${height}`,
    preserveAspectRatio: "none",
    "aria-hidden": "true",
  });
  const value = element("p", { class: "plot-now" });
  const top = element("span", { class: "plot-top soft small" });
  const legend = element("p", { class: "legend small soft" });
  const whole = element(
    "section",
    { class: "card plot", "aria-label": title },
    element("div", { class: "plot-head" }, element("h2", {}, title), value),
    element("div", { class: "plot-area" }, top, drawn),
    legend,
  );

  function update(
    lines: readonly PlotLine[],
    now: string,
    show: (value: number) => string,
    end?: number,
  ): void {
    const known = lines.flatMap(({ values }) => values.filter((each) => each !== undefined));
    const highest = end ?? niceTop(Math.max(0, ...known));
    value.textContent = now;
    top.textContent = show(highest);
    legend.replaceChildren(
      ...(lines.length < 2
        ? []
        : lines.map(({ label, kind }) => element("span", { class: `key ${kind}` }, label))),
    );
    drawn.replaceChildren(
      drawing("line", { class: "grid", x1: 0, x2: width, y1: height / 2, y2: height / 2 }),
      drawing("line", { class: "grid base", x1: 0, x2: width, y1: height - 1, y2: height - 1 }),
      ...lines.flatMap((line) => paths(line, highest)),
    );
  }

  return { element: whole, update };
}

function paths({ kind, values }: PlotLine, highest: number): SVGElement[] {
  const step = width / (Math.max(values.length, fewestPoints) - 1);
  const left = width - (values.length - 1) * step;
  const points = values.map((value, index) =>
    value === undefined
      ? undefined
      : ([left + index * step, height - 2 - (value / highest) * (height - 8)] as const),
  );
  const line = joined(points);
  const made = [drawing("path", { class: `line ${kind}`, d: line })];
  const whole = points.filter((point) => point !== undefined);
  const [first, last] = [whole[0], whole.at(-1)];
  if (kind === "main" && whole.length === points.length && first !== undefined && last !== undefined) {
    made.unshift(
      drawing("path", { class: "area", d: `${line}L${last[0]},${height}L${first[0]},${height}Z` }),
    );
  }
  return made;
}

function joined(points: readonly (readonly [number, number] | undefined)[]): string {
  let isOpen = false;
  let text = "";
  for (const point of points) {
    if (point !== undefined) text += `${isOpen ? "L" : "M"}${point[0].toFixed(1)},${point[1].toFixed(1)}`;
    isOpen = point !== undefined;
  }
  return text;
}

/** The next of 1, 2, 5, 10, 20 ...: the scale must not jump at each value. */
function niceTop(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const found = [1, 2, 5, 10].find((factor) => factor * power >= value * 1.02);
  return (found ?? 20) * power;
}
