import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const WARNING = 40;
/** Lines that are logged once per request. */
const OF_REQUESTS = ['request', 'request failed'];
/** The allowed lines per process and kill: each connection can report its loss and its return. */
const MAX_WARNINGS_PER_KILL = 40;
const MAX_LINE_LENGTH = 16_384;

/** Finds unexpected log lines of the processes of an installation from now on. */
export class LogNoise {
  #folder;
  #lengths;

  constructor({ folder }) {
    this.#folder = join(folder, 'logs');
    this.#lengths = new Map(this.#read());
  }

  find(kills) {
    return this.#read().flatMap(([name, text]) => {
      const lines = text
        .slice(this.#lengths.get(name)?.length ?? 0)
        .split('\n')
        .filter((line) => line !== '');
      const parsed = lines.map(parse);
      const warnings = parsed.filter((line) => line?.level >= WARNING && !OF_REQUESTS.includes(line.msg));
      return [
        ...lines
          .filter((_, index) => parsed[index] === undefined)
          .map((line) => `${name}: ${line.slice(0, 200)}`),
        ...lines
          .filter((line) => line.length > MAX_LINE_LENGTH)
          .map((line) => `${name}: a line of ${line.length} characters`),
        ...(warnings.length > kills * MAX_WARNINGS_PER_KILL ? [`${name}: ${warnings.length} warnings`] : []),
      ];
    });
  }

  #read() {
    return readdirSync(this.#folder).map((name) => [name, readFileSync(join(this.#folder, name), 'utf8')]);
  }
}

function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
