import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const WARNING = 40;
/** Lines that there is one of for each request: whoever asks more gets more of them. */
const OF_REQUESTS = ['request', 'request failed'];
/** Of one process, for one kill: everything that has lost its connection may say so, and that it is back. */
const MAX_WARNINGS_PER_KILL = 40;
const MAX_LINE_LENGTH = 16_384;

/** What the processes of an installation write from now on that they should not. */
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
