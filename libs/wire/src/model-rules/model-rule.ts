import { type Effort, type RequestField } from '#canonical';

/** How a model is told to reason. A model with efforts and a budget takes either. */
export interface ReasoningRule {
  efforts?: readonly Effort[];
  /** In tokens. */
  budget?: { min?: number | undefined; max?: number | undefined };
  /** It cannot be told not to. */
  isAlwaysOn?: boolean;
}

/** What a model is known to take of what the format of its service allows. */
export interface ModelRule {
  refuses?: readonly RequestField[];
  /** Refused unless the model is told not to reason, or `isOffByDefault` and it was told nothing. */
  refusesWhileReasoning?: { fields: readonly RequestField[]; isOffByDefault: boolean };
  /** Of these two the second is left out where both are given. */
  takesOneOf?: readonly [RequestField, RequestField];
  reasoning?: ReasoningRule;
  /** What members of the format are called here. */
  renames?: Readonly<Record<string, string>>;
  /** The longest answer. */
  maxOutputTokens?: number;
}
