import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Failure } from '../../../kit/failure.js';
import { SETTING_GROUPS } from './setting-catalog.js';
import { SettingsGroup } from './settings-group.js';
import { settingsQuery } from './settings-query.js';

export function GeneralSettings() {
  const { data, error, refetch } = useQuery(settingsQuery);
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton h={480} maw="52rem" />;
  return (
    <Stack gap="lg" maw="52rem">
      {SETTING_GROUPS.map((group) => (
        <SettingsGroup key={group.title} group={group} settings={data} />
      ))}
    </Stack>
  );
}
