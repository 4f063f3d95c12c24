import { randomBytes } from 'node:crypto';
import type { ScenarioName } from './scenarios/scenario.js';

interface AccountOptions {
  apiKeys?: readonly string[];
  strictFields?: boolean;
}

/** What the services know about their one customer. */
export class Account {
  readonly apiKeys: readonly string[];
  /** Whether OpenAI chat refuses fields it does not know; many services that copy it do not. */
  readonly strictFields: boolean;
  /** Proofs made for one account mean nothing to another. */
  readonly proofSecret = randomBytes(32);
  /** Input and output items of stored responses, by the id of the response. */
  readonly storedResponses = new Map<string, readonly unknown[]>();
  scenario?: ScenarioName;

  constructor({ apiKeys = ['sk-upstream-1'], strictFields = false }: AccountOptions = {}) {
    this.apiKeys = apiKeys;
    this.strictFields = strictFields;
  }
}
