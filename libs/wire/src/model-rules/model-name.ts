/** What the name of a model tells of it. */
export interface ModelName {
  family: 'claude' | 'deepseek' | 'gemini' | 'gpt' | 'mistral' | 'o-series';
  /** `opus`, `flash-lite`, `codex` …; empty where a family has but one line. */
  line: string;
  /** 4.7 for `4-7`; undefined where the name holds none. */
  version: number | undefined;
}

/** `claude-sonnet-4-5-20250929`, `claude-3-5-haiku`, `anthropic/claude-opus-4.1`: a version stands before or behind the line. */
const CLAUDE =
  /\bclaude-(?:(\d{1,2})(?:[-.](\d{1,2}))?-)?(fable|haiku|mythos|opus|sonnet)(?:-(\d{1,2})(?:[-.](\d{1,2}))?(?!\d))?/i;
/** `gpt-5`, `gpt-5.1-codex-max`, `ft:gpt-4o-mini:me`, `openai/gpt-4.1`, but not `gpt-oss-120b`. */
const GPT = /(?:^|[/.:])gpt-(\d{1,2})(?:\.(\d{1,2}))?(?!\d)/i;
const GPT_LINES = ['codex-max', 'codex', 'pro', 'chat'];
/** `o3`, `o4-mini`, `openai/o1-2024-12-17`. */
const O_SERIES = /(?:^|[/.:])o(\d)(?:-|$)/i;
const GEMINI = /\bgemini-(\d{1,2})(?:\.(\d{1,2}))?-(flash-lite|flash|pro)\b/i;
const MISTRAL = /\b(?:codestral|devstral|magistral|ministral|mistral|mixtral|pixtral)/i;
const DEEPSEEK = /\bdeepseek\b/i;

/** Undefined for a model of which nothing is known. */
export function parseModelName(name: string): ModelName | undefined {
  return parseClaude(name) ?? parseGpt(name) ?? parseOSeries(name) ?? parseGemini(name) ?? parseOther(name);
}

export function parseClaude(name: string): ModelName | undefined {
  const [match, major, minor, line = '', laterMajor = major, laterMinor = minor] = CLAUDE.exec(name) ?? [];
  if (match === undefined) return undefined;
  const version = laterMajor === undefined ? undefined : toVersion(laterMajor, laterMinor);
  return { family: 'claude', line: line.toLowerCase(), version };
}

function parseGpt(name: string): ModelName | undefined {
  const match = GPT.exec(name);
  if (match === null) return undefined;
  const rest = name.slice(match.index + match[0].length).toLowerCase();
  const line = GPT_LINES.find((one) => rest.startsWith(`-${one}`)) ?? '';
  return { family: 'gpt', line, version: toVersion(match[1], match[2]) };
}

function parseOSeries(name: string): ModelName | undefined {
  const match = O_SERIES.exec(name);
  return match === null ? undefined : { family: 'o-series', line: '', version: toVersion(match[1]) };
}

function parseGemini(name: string): ModelName | undefined {
  const match = GEMINI.exec(name);
  if (match === null) return undefined;
  return {
    family: 'gemini',
    line: (match[3] ?? '').toLowerCase(),
    version: toVersion(match[1], match[2]),
  };
}

function parseOther(name: string): ModelName | undefined {
  if (MISTRAL.test(name)) return { family: 'mistral', line: '', version: undefined };
  if (DEEPSEEK.test(name)) return { family: 'deepseek', line: '', version: undefined };
  return undefined;
}

function toVersion(major = '0', minor = '0'): number {
  return Number(major) + Number(minor) / 10;
}
