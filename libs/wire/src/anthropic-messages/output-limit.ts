/** `claude-sonnet-4-5-20250929`, `claude-3-5-haiku`, `anthropic/claude-opus-4.1`: a version stands before or behind the line. */
const NAME =
  /\bclaude-(?:(\d{1,2})(?:[-.](\d{1,2}))?-)?(?:fable|opus|sonnet|haiku)(?:-(\d{1,2})(?:[-.](\d{1,2}))?(?!\d))?/i;

/** The most that models of these versions write, the newest first; Opus 4 and 4.1 write less than their siblings. */
const LIMITS: readonly [since: number, tokens: number][] = [
  [4.6, 128_000],
  [3.7, 64_000],
  [3.5, 8192],
  [0, 4096],
];
const EARLY_OPUS_LIMIT = 32_000;

/** How long an answer of a Claude model may get; undefined for other models. */
export function findOutputLimit(model: string): number | undefined {
  const [name, major, minor, laterMajor = major, laterMinor = minor] = NAME.exec(model) ?? [];
  if (name === undefined || laterMajor === undefined) return undefined;
  const version = Number(laterMajor) + Number(laterMinor ?? 0) / 10;
  if (/opus/i.test(name) && version >= 4 && version < 4.5) return EARLY_OPUS_LIMIT;
  return LIMITS.find(([since]) => version >= since)?.[1];
}
