import { type TableRetention } from '#database';

export const MODELS_TABLES: readonly TableRetention[] = [
  { table: 'model_facts', keptBecause: 'It has one row for each provider whose models are known.' },
  {
    table: 'model_update_serials',
    keptBecause: 'It has one row for each key that signs model data, and form of data.',
  },
];
