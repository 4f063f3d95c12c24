import { GatewayError } from '#canonical';

interface ToolDirective {
  name: string;
  /** Undefined: the sandbox generates arguments that match the tool's schema. */
  arguments: Record<string, unknown> | undefined;
}

/** Instructions for the sandbox, in double square brackets anywhere in the text of a request. */
export interface Directives {
  status?: number;
  retryAfterSeconds?: number;
  delayMs: number;
  paceMs: number;
  words?: number;
  fault?: 'stall' | 'cut' | 'garbage';
  /** The outcome of a video task, and below it the task's duration. */
  video?: 'fail' | 'never' | 'badfile';
  slowSeconds?: number;
  tools: ToolDirective[];
  reasoning: boolean;
  refuse: boolean;
  length: boolean;
  filter: boolean;
}

const MAX_TOOLS = 128;

type DirectiveAction = (directives: Directives, value: string | undefined, source: string) => void;

const DIRECTIVE_ACTIONS: Record<string, DirectiveAction> = {
  status: (directives, value, source) => {
    const [status = '', ...options] = (value ?? '').split(';').map((part) => part.trim());
    directives.status = parseWholeNumber(status, 400, 599, source);
    for (const option of options) {
      const seconds = /^retry-after\s*=(.*)$/s.exec(option)?.[1]?.trim();
      if (seconds === undefined)
        throw buildDirectiveError(source, 'supports one option, retry-after=SECONDS');
      directives.retryAfterSeconds = parseWholeNumber(seconds, 0, 3600, source);
    }
  },
  delay: (directives, value, source) => {
    directives.delayMs = parseWholeNumber(value, 0, 600_000, source);
  },
  pace: (directives, value, source) => {
    directives.paceMs = parseWholeNumber(value, 0, 60_000, source);
  },
  words: (directives, value, source) => {
    directives.words = parseWholeNumber(value, 1, 20_000, source);
  },
  tool: (directives, value, source) => {
    if (directives.tools.length >= MAX_TOOLS)
      throw buildDirectiveError(source, `can be used at most ${MAX_TOOLS} times`);
    directives.tools.push(readTool(value, source));
  },
  stall: buildFaultAction('stall'),
  cut: buildFaultAction('cut'),
  garbage: buildFaultAction('garbage'),
  fail: buildVideoAction('fail'),
  never: buildVideoAction('never'),
  badfile: buildVideoAction('badfile'),
  slow: (directives, value, source) => {
    directives.slowSeconds = parseWholeNumber(value, 0, 3600, source);
  },
  reasoning: buildFlagAction('reasoning'),
  refuse: buildFlagAction('refuse'),
  length: buildFlagAction('length'),
  filter: buildFlagAction('filter'),
};

export const DIRECTIVE_NAMES: readonly string[] = Object.keys(DIRECTIVE_ACTIONS);

/** A directive in a text: `[[name]]` or `[[name=value]]`. */
interface DirectiveMatch {
  start: number;
  /** The index after its last bracket. */
  end: number;
  name: string;
  value: string | undefined;
}

const MAX_CLOSINGS_TRIED = 16;

/**
 * Removes the directives from a text. Other words in brackets belong to the text. `param` is the parameter that
 * contains the text, for errors.
 */
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
  const chunks: string[] = [];
  let position = 0;
  for (const { start, end, name, value } of findDirectives(text, (word) =>
    Object.hasOwn(DIRECTIVE_ACTIONS, word),
  )) {
    DIRECTIVE_ACTIONS[name]?.(directives, value, text.slice(start, end));
    chunks.push(text.slice(position, start));
    position = end;
  }
  chunks.push(text.slice(position));
  return {
    directives,
    text: chunks
      .join('')
      .replaceAll(/[ \t]{2,}/g, ' ')
      .trim(),
  };
}

function readTool(value: string | undefined, source: string): ToolDirective {
  const [, name = '', json = ''] = /^([\w.-]+)\s*([\s\S]*)$/.exec(value ?? '') ?? [];
  if (name === '') throw buildDirectiveError(source, 'requires the name of a tool');
  if (json === '') return { name, arguments: undefined };
  try {
    const parsed: unknown = JSON.parse(json);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
      return { name, arguments: parsed as Record<string, unknown> };
    }
  } catch {
    // Reported below, like any other value that is not an object.
  }
  throw buildDirectiveError(source, 'requires the arguments of the tool as a JSON object');
}

function buildFaultAction(fault: Directives['fault']): DirectiveAction {
  return (directives, value, source) => {
    rejectValue(value, source);
    directives.fault = fault;
  };
}

function buildVideoAction(video: Directives['video']): DirectiveAction {
  return (directives, value, source) => {
    rejectValue(value, source);
    directives.video = video;
  };
}

function buildFlagAction(flag: 'reasoning' | 'refuse' | 'length' | 'filter'): DirectiveAction {
  return (directives, value, source) => {
    rejectValue(value, source);
    directives[flag] = true;
  };
}

function rejectValue(value: string | undefined, source: string): void {
  if (value !== undefined) throw buildDirectiveError(source, 'does not accept a value');
}

function parseWholeNumber(value: string | undefined, min: number, max: number, source: string): number {
  const number = Number(value);
  if (value === undefined || !/^\d+$/.test(value) || number < min || number > max) {
    throw buildDirectiveError(source, `requires a whole number from ${min} to ${max}`);
  }
  return number;
}

function buildDirectiveError(source: string, problem: string): GatewayError {
  return new GatewayError('invalid-value', `The sandbox directive ${source.slice(0, 80)} ${problem}.`);
}

/** Finds directives by plain search, which takes linear time for messages of megabytes. */
function* findDirectives(text: string, isKnown: (name: string) => boolean): Generator<DirectiveMatch, void> {
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

/** JSON in a value may contain brackets: the value ends where its object is complete. */
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
