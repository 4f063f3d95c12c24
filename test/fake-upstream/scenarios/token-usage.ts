/** Whole counts: `input` includes `cached`, `output` includes `reasoning`. */
export interface TokenUsage {
  input: number;
  cached: number;
  output: number;
  reasoning: number;
}

/** What every scenario costs; `cached` counts in its scenario only, `reasoning` only where there is some. */
export const SCENARIO_TOKENS: Readonly<TokenUsage> = { input: 21, cached: 8, output: 13, reasoning: 5 };
