import { type Capability } from '#canonical';

export interface ListedModel {
  id: string;
  ownedBy: string;
  createdAt: Date;
  capabilities: readonly Capability[];
  /** Undefined where nobody knows. */
  price?: TokenPrices;
}

/** What a million tokens cost, in US dollars. */
export interface TokenPrices {
  inputPerMTok?: number;
  cachedInputPerMTok?: number;
  outputPerMTok?: number;
}

export type PageQuery = Readonly<Record<string, unknown>>;
