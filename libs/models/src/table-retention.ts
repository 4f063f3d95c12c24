import { type TableRetention } from '#database';

export const MODELS_TABLES: readonly TableRetention[] = [
  { table: 'model_facts', keptBecause: 'It has one row for each provider whose models are known.' },
];
