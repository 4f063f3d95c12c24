import { Button, Group, Stack, Switch, Textarea, Title } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { type FormatId } from '../conversation.js';
import { FORMATS } from '../formats/formats.js';
import { type Draft, type DraftErrors, FIRST_DRAFT } from './draft.js';
import { draftStore } from './draft-store.js';
import { Parameters } from './parameters.js';
import { SchemaEditor } from './schema-editor.js';
import { ToolsEditor } from './tools-editor.js';

export type ChangeDraft = (members: Partial<Draft>) => void;

const change: ChangeDraft = (members) => draftStore.set({ ...draftStore.get(), ...members });

export function SettingsPanel({ format, errors }: { format: FormatId; errors: DraftErrors }) {
  const draft = useSyncExternalStore(draftStore.subscribe, draftStore.get);
  return (
    <Stack gap="md" component="section" aria-label="Settings">
      <Group justify="space-between">
        <Title order={2} size="h5">
          Settings
        </Title>
        <Button
          size="compact-xs"
          variant="subtle"
          disabled={draft === FIRST_DRAFT}
          onClick={() => draftStore.set(FIRST_DRAFT)}
        >
          Reset
        </Button>
      </Group>
      <Textarea
        label="System prompt"
        placeholder="How the model should behave"
        autosize
        minRows={2}
        maxRows={10}
        value={draft.system}
        onChange={(event) => change({ system: event.currentTarget.value })}
      />
      <Parameters draft={draft} format={FORMATS[format]} onChange={change} />
      <Switch
        label="Stream the reply"
        checked={draft.isStreamed}
        onChange={(event) => change({ isStreamed: event.currentTarget.checked })}
      />
      <ToolsEditor draft={draft} error={errors.tools} onChange={change} />
      <SchemaEditor draft={draft} error={errors.schema} onChange={change} />
    </Stack>
  );
}
