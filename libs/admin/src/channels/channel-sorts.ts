import { type SortColumns, sortsOf } from '../lists/keyset-page.repository.js';

export const CHANNEL_SORT_COLUMNS: SortColumns = {
  name: { column: 'channel.name', type: 'text' },
  created_at: { column: 'channel.created_at', type: 'timestamptz' },
};

export const CHANNEL_SORTS = sortsOf(CHANNEL_SORT_COLUMNS);
