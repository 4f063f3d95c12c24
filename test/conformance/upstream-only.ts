import { converseService } from './converse-service.js';
import { cohereService } from './cohere-service.js';
import { type SpokenFormat } from './spoken-format.js';

/** Formats that no client uses: the tests simulate their services. */
export const UPSTREAM_ONLY: Readonly<Record<string, SpokenFormat>> = {
  'bedrock-converse': converseService,
  'cohere-chat': cohereService,
};
