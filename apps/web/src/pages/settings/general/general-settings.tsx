import { Anchor, Badge, Box, Button, Code, Divider, Group, Skeleton, Stack, Text } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { type Schema, api, unwrapResponse } from '../../../api/client.js';
import { Failure } from '../../../kit/failure.js';
import { fieldErrors, showErrors, createSubmitHandler } from '../../../kit/forms/field-errors.js';
import { FormFailure } from '../../../kit/forms/form-actions.js';
import { FormSection } from '../../../kit/forms/form-section.js';
import { useUnsavedWarning } from '../../../kit/leaving/use-unsaved-warning.js';
import { notifySuccess } from '../../../kit/notify.js';
import { RelativeTime } from '../../../kit/relative-time.js';
import { type SettingEntry, type SettingGroup, type SettingKey, settingGroups } from './setting-catalog.js';
import { SettingControl, type SettingField } from './setting-control.js';
import classes from './setting-row.module.css';
import { type SettingValues, changedKeys, pick, withDefaults } from './setting-values.js';
import { useReductionCheck } from './use-reduction-check.js';

interface SettingsGroupProps {
  group: SettingGroup;
  settings: Settings;
}

interface SettingRowProps {
  entry: SettingEntry;
  source: Schema<'SettingSourceView'> | undefined;
  /** The path of the config file. */
  configFile: string | null;
  field: SettingField;
  /** Resets the setting to its default. */
  onReset: () => void;
}

type Settings = Schema<'SettingsView'>;

export function GeneralSettings() {
  const settings = useQuery(settingsQuery);
  const groups = useQuery(settingGroups);
  const isLoaded = settings.data !== undefined && groups.data !== undefined;
  useScrollToSetting(isLoaded);
  if (!isLoaded) {
    const error = settings.error ?? groups.error;
    if (error === null) return <Skeleton h={480} maw="52rem" />;
    return <Failure error={error} onRetry={() => void Promise.all([settings.refetch(), groups.refetch()])} />;
  }
  return (
    <Stack gap="lg" maw="52rem">
      {groups.data.map((group) => (
        <SettingsGroup key={group.id} group={group} settings={settings.data} />
      ))}
    </Stack>
  );
}

/** Scrolls to the setting that the hash of the URL names. */
function useScrollToSetting(isShown: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (!isShown || hash === '') return;
    const row = document.getElementById(decodeURIComponent(hash.slice(1)));
    row?.scrollIntoView({ block: 'center' });
    row?.focus({ preventScroll: true });
  }, [isShown, hash]);
}

/** A form for a group of settings, which are saved together. */
function SettingsGroup({ group, settings }: SettingsGroupProps) {
  const keys = group.fields.map(({ key }) => key);
  const form = useForm<SettingValues>({ initialValues: pick(settings.values, keys) });
  const saving = useSaving(form, keys);
  const check = useReductionCheck();
  /** A null value restores the default. */
  const save = (changes: SettingValues, changedKeys: readonly SettingKey[]): void =>
    check.run({
      entries: group.fields.filter(({ key }) => changedKeys.includes(key)),
      before: settings.values,
      after: withDefaults(changes, settings.defaults, changedKeys),
      changes,
      onConfirm: () => saving.mutate(changes),
    });
  const changed = changedKeys(settings.values, form.values, keys);
  useUnsavedWarning({ isDirty: () => changed.length > 0 }, saving.isPending);
  const sources = new Map(settings.sources.map((source) => [source.key, source]));
  return (
    <FormSection title={group.title} description={group.description}>
      <form onSubmit={createSubmitHandler(form, (values) => save(pick(values, changed), changed))} noValidate>
        {group.fields.map((entry, position) => (
          <div key={entry.key}>
            {position === 0 ? null : <Divider my="md" />}
            <SettingRow
              entry={entry}
              source={sources.get(entry.key)}
              configFile={settings.config_file}
              field={form.getInputProps(entry.key)}
              onReset={() => save(pick({}, [entry.key]), [entry.key])}
            />
          </div>
        ))}
        <FormFailure error={saving.error} fieldErrors={form.errors} />
        {changed.length > 0 ? (
          <Group justify="flex-end" mt="md">
            <Button variant="subtle" onClick={form.reset}>
              Discard
            </Button>
            <Button type="submit" loading={saving.isPending || check.isCounting}>
              Save
            </Button>
          </Group>
        ) : null}
      </form>
    </FormSection>
  );
}

function useSaving(form: UseFormReturnType<SettingValues>, keys: readonly SettingKey[]) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SettingValues) => unwrapResponse(api.PATCH('/api/settings', { body })),
    onSuccess: (settings) => {
      client.setQueryData(settingsQuery.queryKey, settings);
      const values = pick(settings.values, keys);
      form.setInitialValues(values);
      form.setValues(values);
      notifySuccess('Saved.');
    },
    onError: (error) =>
      showErrors(form, fieldErrors(error, Object.fromEntries(keys.map((key) => [key, key])))),
  });
}

function SettingRow({ entry, source, configFile, field, onReset }: SettingRowProps) {
  const isReadOnly = source?.source === 'file';
  return (
    <Box className={classes.row} id={entry.key} tabIndex={-1}>
      <div>
        <Group gap="xs">
          <Text fw={550}>{entry.label}</Text>
          {isReadOnly ? (
            <Badge variant="light" color="gray">
              Config file
            </Badge>
          ) : null}
        </Group>
        <Text size="sm" c="dimmed">
          {entry.description}
        </Text>
        {isReadOnly ? (
          <Text size="sm" mt={4}>
            Set in the config file{configFile === null ? '' : ' '}
            {configFile === null ? null : <Code>{configFile}</Code>}. It can only be changed there.
          </Text>
        ) : null}
        {source?.source === 'console' ? (
          <Text size="xs" c="dimmed" mt={4}>
            Set here {source.updated_at === null ? null : <RelativeTime at={source.updated_at} />} ·{' '}
            <Anchor component="button" type="button" inherit onClick={onReset}>
              Restore the default
            </Anchor>
          </Text>
        ) : null}
      </div>
      <div>
        <SettingControl entry={entry} field={field} disabled={isReadOnly} />
      </div>
    </Box>
  );
}

/** Not refetched automatically, so that the form does not change while the user edits it. */
const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: () => unwrapResponse(api.GET('/api/settings')),
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});
