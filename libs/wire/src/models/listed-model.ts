import { type Capability } from '#canonical';

export interface ListedModel {
  id: string;
  ownedBy: string;
  createdAt: Date;
  capabilities: readonly Capability[];
}

export type PageQuery = Readonly<Record<string, unknown>>;
