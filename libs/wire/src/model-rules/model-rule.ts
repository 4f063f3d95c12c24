import { type Effort, type RequestField } from '#canonical';

/** How the reasoning of a model is set. A model with efforts and a budget accepts either. */
export interface ReasoningRule {
  efforts?: readonly Effort[];
  /** In tokens. */
  budget?: { min?: number | undefined; max?: number | undefined };
  /** Reasoning cannot be disabled. */
  isAlwaysOn?: boolean;
}

/** What a model supports of what the format of its service allows. */
export interface ModelRule {
  refuses?: readonly RequestField[];
  /** Unsupported unless reasoning is disabled: explicitly, or by default if `isOffByDefault`. */
  refusesWhileReasoning?: { fields: readonly RequestField[]; isOffByDefault: boolean };
  /** If both are set, the second is removed. */
  takesOneOf?: readonly [RequestField, RequestField];
  reasoning?: ReasoningRule;
  /** Other names that this model has for members of the format. */
  renames?: Readonly<Record<string, string>>;
  /** The longest output in tokens. */
  maxOutputTokens?: number;
}
