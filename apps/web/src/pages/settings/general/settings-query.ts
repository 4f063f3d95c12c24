import { queryOptions } from '@tanstack/react-query';
import { type Schema, getAnswer, api } from '../../../api/client.js';

export type Settings = Schema<'SettingsView'>;

/** Asked for once: nobody wants a form to change while they fill it in. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: () => getAnswer(api.GET('/api/settings')),
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});
