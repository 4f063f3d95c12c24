import { parseClaude } from '../model-rules/model-name.js';

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
  const { line, version } = parseClaude(model) ?? {};
  if (version === undefined) return undefined;
  if (line === 'opus' && version >= 4 && version < 4.5) return EARLY_OPUS_LIMIT;
  return LIMITS.find(([since]) => version >= since)?.[1];
}
