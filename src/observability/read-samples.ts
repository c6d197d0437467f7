/** One line of metrics text. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const line = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/;
const label = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

/** Reads metrics in Prometheus's text form, as the gateway itself writes them; only names that `wanted` accepts. */
export function readSamples(text: string, wanted: (name: string) => boolean = () => true): Sample[] {
  const samples: Sample[] = [];
  for (const row of text.split("\n")) {
    if (row.startsWith("#")) continue;
    const [, name = "", labels = "", value = ""] = line.exec(row) ?? [];
    if (name !== "" && wanted(name))
      samples.push({ name, labels: readLabels(labels), value: numberOf(value) });
  }
  return samples;
}

function readLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  for (const [, name = "", value = ""] of text.matchAll(label)) {
    labels[name] = value.replace(/\\(.)/g, (_all, escaped: string) => (escaped === "n" ? "\n" : escaped));
  }
  return labels;
}

function numberOf(text: string): number {
  if (text === "+Inf") return Number.POSITIVE_INFINITY;
  return text === "-Inf" ? Number.NEGATIVE_INFINITY : Number(text);
}
