import { GatewayError } from '#canonical';

interface ToolDirective {
  name: string;
  /** Undefined: the sandbox makes some up that fit the tool's schema. */
  arguments: Record<string, unknown> | undefined;
}

/** What an application under test asks the sandbox to do, in double square brackets anywhere in its text. */
export interface Directives {
  status?: number;
  retryAfterSeconds?: number;
  delayMs: number;
  paceMs: number;
  words?: number;
  fault?: 'stall' | 'cut' | 'garbage';
  /** What is to become of a video, and how long it is to take. */
  video?: 'fail' | 'never' | 'badfile';
  slowSeconds?: number;
  tools: ToolDirective[];
  reasoning: boolean;
  refuse: boolean;
  length: boolean;
  filter: boolean;
}

const MAX_TOOLS = 128;

type Apply = (directives: Directives, value: string | undefined, source: string) => void;

const APPLY: Record<string, Apply> = {
  status: (directives, value, source) => {
    const [status = '', ...options] = (value ?? '').split(';').map((part) => part.trim());
    directives.status = wholeNumber(status, 400, 599, source);
    for (const option of options) {
      const seconds = /^retry-after\s*=(.*)$/s.exec(option)?.[1]?.trim();
      if (seconds === undefined) throw misused(source, 'knows one option, retry-after=SECONDS');
      directives.retryAfterSeconds = wholeNumber(seconds, 0, 3600, source);
    }
  },
  delay: (directives, value, source) => {
    directives.delayMs = wholeNumber(value, 0, 600_000, source);
  },
  pace: (directives, value, source) => {
    directives.paceMs = wholeNumber(value, 0, 60_000, source);
  },
  words: (directives, value, source) => {
    directives.words = wholeNumber(value, 1, 20_000, source);
  },
  tool: (directives, value, source) => {
    if (directives.tools.length >= MAX_TOOLS)
      throw misused(source, `may be given ${MAX_TOOLS} times at most`);
    directives.tools.push(readTool(value, source));
  },
  stall: toFault('stall'),
  cut: toFault('cut'),
  garbage: toFault('garbage'),
  fail: toVideo('fail'),
  never: toVideo('never'),
  badfile: toVideo('badfile'),
  slow: (directives, value, source) => {
    directives.slowSeconds = wholeNumber(value, 0, 3600, source);
  },
  reasoning: toFlag('reasoning'),
  refuse: toFlag('refuse'),
  length: toFlag('length'),
  filter: toFlag('filter'),
};

export const DIRECTIVE_NAMES: readonly string[] = Object.keys(APPLY);

/** A directive in a text: `[[name]]` or `[[name=value]]`. */
interface FoundDirective {
  start: number;
  /** Behind its last bracket. */
  end: number;
  name: string;
  value: string | undefined;
}

const MAX_CLOSINGS_TRIED = 16;

/** Words in brackets that are not ours are the application's own text and stay in it. `param` is what holds the text. */
export function readDirectives(text: string, param = 'messages'): { directives: Directives; text: string } {
  try {
    return applyDirectives(text);
  } catch (error) {
    if (error instanceof GatewayError) throw new GatewayError(error.kind, error.message, { param });
    throw error;
  }
}

function applyDirectives(text: string): { directives: Directives; text: string } {
  const directives: Directives = {
    delayMs: 0,
    paceMs: 0,
    tools: [],
    reasoning: false,
    refuse: false,
    length: false,
    filter: false,
  };
  const kept: string[] = [];
  let position = 0;
  for (const { start, end, name, value } of findDirectives(text, (word) => Object.hasOwn(APPLY, word))) {
    APPLY[name]?.(directives, value, text.slice(start, end));
    kept.push(text.slice(position, start));
    position = end;
  }
  kept.push(text.slice(position));
  return {
    directives,
    text: kept
      .join('')
      .replaceAll(/[ \t]{2,}/g, ' ')
      .trim(),
  };
}

function readTool(value: string | undefined, source: string): ToolDirective {
  const [, name = '', json = ''] = /^([\w.-]+)\s*([\s\S]*)$/.exec(value ?? '') ?? [];
  if (name === '') throw misused(source, 'takes the name of a tool');
  if (json === '') return { name, arguments: undefined };
  try {
    const parsed: unknown = JSON.parse(json);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
      return { name, arguments: parsed as Record<string, unknown> };
    }
  } catch {
    // Said below, as for any other value that is not an object.
  }
  throw misused(source, 'takes the arguments of the tool as a JSON object');
}

function toFault(fault: Directives['fault']): Apply {
  return (directives, value, source) => {
    refuseValue(value, source);
    directives.fault = fault;
  };
}

function toVideo(video: Directives['video']): Apply {
  return (directives, value, source) => {
    refuseValue(value, source);
    directives.video = video;
  };
}

function toFlag(flag: 'reasoning' | 'refuse' | 'length' | 'filter'): Apply {
  return (directives, value, source) => {
    refuseValue(value, source);
    directives[flag] = true;
  };
}

function refuseValue(value: string | undefined, source: string): void {
  if (value !== undefined) throw misused(source, 'takes no value');
}

function wholeNumber(value: string | undefined, min: number, max: number, source: string): number {
  const number = Number(value);
  if (value === undefined || !/^\d+$/.test(value) || number < min || number > max) {
    throw misused(source, `takes a whole number from ${min} to ${max}`);
  }
  return number;
}

function misused(source: string, problem: string): GatewayError {
  return new GatewayError('invalid-value', `The sandbox directive ${source.slice(0, 80)} ${problem}.`);
}

/** Finds directives by plain search: messages may be megabytes long, and must not cost more than their length. */
function* findDirectives(text: string, isKnown: (name: string) => boolean): Generator<FoundDirective, void> {
  let position = 0;
  let closing = -1;
  for (;;) {
    const start = text.indexOf('[[', position);
    if (start === -1) return;
    if (closing < start) closing = text.indexOf(']]', start);
    if (closing === -1) return;
    const name = /^\s*([a-z]+)\s*(?==|\]\])/.exec(text.slice(start + 2, start + 40))?.[1];
    if (name === undefined || !isKnown(name)) {
      position = start + 1;
      continue;
    }
    const equals = text.slice(start, closing).indexOf('=');
    const end = equals === -1 ? closing : findEndOfValue(text, start + equals + 1, closing);
    yield {
      start,
      end: end + 2,
      name,
      value: equals === -1 ? undefined : text.slice(start + equals + 1, end).trim(),
    };
    position = end + 2;
  }
}

/** JSON in a value may hold brackets of its own: the value ends where its object is whole. */
function findEndOfValue(text: string, start: number, firstClosing: number): number {
  const object = text.slice(start, firstClosing).indexOf('{');
  if (object === -1) return firstClosing;
  let closing = firstClosing;
  for (let tries = 0; tries < MAX_CLOSINGS_TRIED && closing !== -1; tries += 1) {
    if (isJson(text.slice(start + object, closing))) return closing;
    closing = text.indexOf(']]', closing + 1);
  }
  return firstClosing;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
