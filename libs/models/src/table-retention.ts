import { type TableRetention } from '#database';

export const MODELS_TABLES: readonly TableRetention[] = [
  { table: 'model_facts', keptBecause: 'It has one row per provider with model data.' },
  {
    table: 'model_update_serials',
    keptBecause: 'It has one row per signing key and format of model data.',
  },
];
