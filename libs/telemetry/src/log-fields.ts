import { type Logger, pino } from 'pino';

const { asJsonSym } = pino.symbols;

type WriteJson = (
  this: Logger,
  fields: object,
  message: string | undefined,
  level: number,
  time: string,
) => string;

interface WritingLogger {
  [asJsonSym]: WriteJson;
}

/** The fields of one line, in several objects. */
class SplitFields {
  constructor(readonly parts: readonly (object | undefined)[]) {}
}

/**
 * Logs the fields of several objects as one line. Every request has such a line: to merge the objects, and to have each
 * field written by itself, takes several times as long as to write each object as it is.
 */
export function logFields(
  logger: Logger,
  level: 'info' | 'debug',
  message: string,
  parts: readonly (object | undefined)[],
): void {
  const isPrepared = isPreparedLogger(logger);
  logger[level](isPrepared ? new SplitFields(parts) : (Object.assign({}, ...parts) as object), message);
}

const prepared = new WeakSet<WriteJson>();

function isPreparedLogger(logger: Logger): boolean {
  const write = (logger as unknown as Partial<WritingLogger>)[asJsonSym];
  return write !== undefined && prepared.has(write);
}

/** Teaches a logger, and those that are made from it, to write lines in parts. */
export function takingSplitFields(logger: Logger): Logger {
  const writing = logger as unknown as WritingLogger;
  const writeUsual = writing[asJsonSym] as WriteJson;
  const write: WriteJson = function writeJson(this: Logger, fields, message, level, time) {
    if (!(fields instanceof SplitFields)) return writeUsual.call(this, fields, message, level, time);
    // A line with nothing but its message ends in a brace and a line break: the fields go before those.
    const line = writeUsual.call(this, {}, message, level, time);
    return `${line.slice(0, -2)}${toMembers(fields)}}\n`;
  };
  prepared.add(write);
  writing[asJsonSym] = write;
  return logger;
}

/** Each member after a comma. */
function toMembers({ parts }: SplitFields): string {
  let members = '';
  for (const part of parts) {
    const json = part === undefined ? '{}' : JSON.stringify(part);
    if (json.length > 2) members += `,${json.slice(1, -1)}`;
  }
  return members;
}
