import { type SortColumns, sortsOf } from '../lists/keyset-page.repository.js';

export const TOKEN_SORT_COLUMNS: SortColumns = {
  created_at: { column: 'token.created_at', type: 'timestamptz' },
  name: { column: 'token.name', type: 'text' },
};

export const TOKEN_SORTS = sortsOf(TOKEN_SORT_COLUMNS);
