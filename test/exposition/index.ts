import { checkHistogram } from './check-histogram.js';
import { type ExposedFamily, getSeries } from './exposed-family.js';

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const SAMPLE = /^(?<name>[a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(?<labels>.*)\})? (?<value>\S+)$/;
const LABEL = /(?<name>[a-zA-Z_][a-zA-Z0-9_]*)="(?<value>(?:[^"\\\n]|\\[\\n"])*)"(?:,|$)/y;
const NUMBER = /^[+-]?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Inf)$/;
const SUFFIXES: Record<string, readonly string[]> = { histogram: ['_bucket', '_sum', '_count'] };

/** Metrics in Prometheus's text format, version 0.0.4. Stricter than Prometheus: anything unusual throws. */
export class Exposition {
  readonly families = new Map<string, ExposedFamily>();
  private readonly seen = new Set<string>();
  private pending: { name: string; hasType: boolean } | undefined;

  constructor(text: string) {
    if (!text.endsWith('\n')) throw new Error('the last line does not end');
    for (const line of text.slice(0, -1).split('\n')) this.read(line);
    for (const family of this.families.values()) {
      if (family.type === 'histogram') checkHistogram(family);
      if (family.type === 'counter' && !family.name.endsWith('_total'))
        throw new Error(`a counter is called ${family.name}`);
    }
  }

  /** Undefined if there is no such series; the labels must be all of its labels. */
  value(name: string, labels: Record<string, string> = {}): number | undefined {
    const wanted = getSeries(name, labels);
    const samples = [...this.families.values()].flatMap((family) => family.samples);
    return samples.find((sample) => getSeries(sample.name, sample.labels) === wanted)?.value;
  }

  private read(line: string): void {
    if (line === '') return;
    const comment = /^# (?<keyword>HELP|TYPE) (?<name>\S+) (?<rest>.+)$/.exec(line)?.groups;
    if (comment?.['keyword'] === 'HELP') this.beginFamily(comment['name'] ?? '');
    else if (comment?.['keyword'] === 'TYPE') this.setType(comment['name'] ?? '', comment['rest'] ?? '');
    else this.addSample(line);
  }

  private beginFamily(name: string): void {
    if (!NAME.test(name) || this.families.has(name)) throw new Error(`bad or repeated family: ${name}`);
    this.pending = { name, hasType: false };
  }

  private setType(name: string, type: string): void {
    if (this.pending?.name !== name || this.pending.hasType) throw new Error(`TYPE out of place: ${name}`);
    if (!['counter', 'gauge', 'histogram'].includes(type)) throw new Error(`unknown type: ${type}`);
    this.pending.hasType = true;
    this.families.set(name, { name, type, samples: [] });
  }

  private addSample(line: string): void {
    const { name = '', labels: text = '', value = '' } = SAMPLE.exec(line)?.groups ?? {};
    const family = this.families.get(this.pending?.name ?? '');
    const names = SUFFIXES[family?.type ?? '']?.map((suffix) => `${family?.name}${suffix}`) ?? [family?.name];
    if (family === undefined || !names.includes(name)) throw new Error(`a sample out of place: ${line}`);
    if (!NUMBER.test(value)) throw new Error(`not a number: ${line}`);
    const labels = parseLabels(text);
    const series = getSeries(name, labels);
    if (this.seen.has(series)) throw new Error(`a series that is there twice: ${line}`);
    this.seen.add(series);
    family.samples.push({ name, labels, value: Number(value.replace('Inf', 'Infinity')) });
  }
}

function parseLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < text.length) {
    const { name, value } = LABEL.exec(text)?.groups ?? {};
    if (name === undefined || value === undefined || name in labels) throw new Error(`bad labels: ${text}`);
    labels[name] = value.replaceAll(/\\(.)/g, (_match, escaped: string) =>
      escaped === 'n' ? '\n' : escaped,
    );
  }
  return labels;
}
