import { Button, Divider, Group } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getAnswer, api } from '../../../api/client.js';
import { fieldErrors } from '../../../kit/forms/field-errors.js';
import { FormFailure } from '../../../kit/forms/form-failure.js';
import { FormSection } from '../../../kit/forms/form-section.js';
import { showErrors } from '../../../kit/forms/show-errors.js';
import { tellDone } from '../../../kit/notify.js';
import { type SettingGroup, type SettingKey } from './setting-catalog.js';
import { SettingRow } from './setting-row.js';
import { type SettingValues, changedKeys, pick } from './setting-values.js';
import { type Settings, settingsQuery } from './settings-query.js';

export interface SettingsGroupProps {
  group: SettingGroup;
  settings: Settings;
}

/** Settings that are saved together. */
export function SettingsGroup({ group, settings }: SettingsGroupProps) {
  const keys = group.entries.map(({ key }) => key);
  const form = useForm<SettingValues>({ initialValues: pick(settings.values, keys) });
  const save = useSaving(form, keys);
  const changed = changedKeys(settings.values, form.values, keys);
  const sources = new Map(settings.sources.map((source) => [source.key, source]));
  return (
    <FormSection title={group.title} description={group.explanation}>
      <form onSubmit={form.onSubmit((values) => save.mutate(pick(values, changed)))} noValidate>
        {group.entries.map((entry, position) => (
          <div key={entry.key}>
            {position === 0 ? null : <Divider my="md" />}
            <SettingRow
              entry={entry}
              source={sources.get(entry.key)}
              configFile={settings.config_file}
              field={form.getInputProps(entry.key)}
              onReset={() => save.mutate(pick({}, [entry.key]))}
            />
          </div>
        ))}
        <FormFailure error={save.error} fieldErrors={form.errors} />
        {changed.length > 0 ? (
          <Group justify="flex-end" mt="md">
            <Button variant="subtle" onClick={form.reset}>
              Discard
            </Button>
            <Button type="submit" loading={save.isPending}>
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
    mutationFn: (body: SettingValues) => getAnswer(api.PATCH('/api/settings', { body })),
    onSuccess: (settings) => {
      client.setQueryData(settingsQuery.queryKey, settings);
      const values = pick(settings.values, keys);
      form.setInitialValues(values);
      form.setValues(values);
      tellDone('Saved. It counts from now on.');
    },
    onError: (error) =>
      showErrors(form, fieldErrors(error, Object.fromEntries(keys.map((key) => [key, key])))),
  });
}
