import { queryOptions } from '@tanstack/react-query';
import { type Schema, api, unwrapResponse } from '../../../api/client.js';

export type SettingEntry = Schema<'SettingFieldView'>;
export type SettingKey = SettingEntry['key'];
export type SettingKind = SettingEntry['kind'];
export type SettingGroup = Schema<'SettingGroupView'>;

/** The settings of the gateway, grouped into sections. They change only with the version of the gateway. */
export const settingGroups = queryOptions({
  queryKey: ['forms', 'settings'],
  queryFn: async () => (await unwrapResponse(api.GET('/api/forms'))).settings,
  staleTime: Number.POSITIVE_INFINITY,
});
