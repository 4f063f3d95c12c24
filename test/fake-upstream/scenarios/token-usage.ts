/** Total counts: `input` includes `cached`, `output` includes `reasoning`. */
export interface TokenUsage {
  input: number;
  cached: number;
  output: number;
  reasoning: number;
}

/** The usage of every scenario; `cached` counts only in its scenario, `reasoning` only if there is some. */
export const SCENARIO_TOKENS: Readonly<TokenUsage> = { input: 21, cached: 8, output: 13, reasoning: 5 };
