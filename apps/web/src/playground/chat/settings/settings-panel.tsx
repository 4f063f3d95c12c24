import { Button, Group, Select, SimpleGrid, Stack, Switch, TagsInput, Title } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { GrowingTextarea } from '../../../kit/forms/growing-textarea.js';
import { NumberField } from '../../../kit/forms/number-field.js';
import { type ParameterName } from '../formats/format.js';
import { type Draft, type DraftErrors, DEFAULT_DRAFT, draftStore } from './draft.js';
import { type Controls } from './fit-settings.js';
import { SchemaEditor, ToolsEditor } from './tools-editor.js';

type ChangeDraft = (members: Partial<Draft>) => void;

type NumberName = Exclude<ParameterName, 'stop'>;

const NUMBERS: Record<NumberName, { label: string; min?: number; max?: number; maxDecimals?: 0 }> = {
  temperature: { label: 'Temperature', min: 0, max: 2 },
  topP: { label: 'Top P', min: 0, max: 1 },
  topK: { label: 'Top K', min: 0, maxDecimals: 0 },
  maxTokens: { label: 'Max tokens', min: 1, maxDecimals: 0 },
  seed: { label: 'Seed', maxDecimals: 0 },
  presencePenalty: { label: 'Presence penalty', min: -2, max: 2 },
  frequencyPenalty: { label: 'Frequency penalty', min: -2, max: 2 },
};

interface ParametersProps {
  draft: Draft;
  controls: Controls;
  onChange: (members: Partial<Draft>) => void;
}

const change: ChangeDraft = (members) => draftStore.set({ ...draftStore.get(), ...members });

export function SettingsPanel({ controls, errors }: { controls: Controls; errors: DraftErrors }) {
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
          disabled={draft === DEFAULT_DRAFT}
          onClick={() => draftStore.set(DEFAULT_DRAFT)}
        >
          Reset
        </Button>
      </Group>
      <GrowingTextarea
        label="System prompt"
        placeholder="Instructions for the model"
        minRows={2}
        maxRows={10}
        value={draft.system}
        onChange={(event) => change({ system: event.currentTarget.value })}
      />
      <Parameters draft={draft} controls={controls} onChange={change} />
      <Switch
        label="Stream replies"
        checked={draft.isStreamed}
        onChange={(event) => change({ isStreamed: event.currentTarget.checked })}
      />
      {controls.hasTools ? <ToolsEditor draft={draft} error={errors.tools} onChange={change} /> : null}
      {controls.hasSchema ? <SchemaEditor draft={draft} error={errors.schema} onChange={change} /> : null}
    </Stack>
  );
}

/** The parameters that the format has and a model accepts. Empty fields are not sent. */
function Parameters({ draft, controls, onChange }: ParametersProps) {
  const { parameters, efforts, maxTokens } = controls;
  const numbers = parameters.filter((name) => name !== 'stop');
  return (
    <>
      <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
        {numbers.map((name) => (
          <NumberField
            key={name}
            {...NUMBERS[name]}
            {...(name === 'maxTokens' && { max: maxTokens })}
            size="xs"
            placeholder="default"
            value={draft[name] ?? ''}
            onChange={(value) => onChange({ [name]: typeof value === 'number' ? value : undefined })}
          />
        ))}
        {efforts.length === 0 ? null : (
          <Select
            label="Reasoning effort"
            size="xs"
            placeholder="default"
            clearable
            data={[...efforts]}
            value={draft.effort !== undefined && efforts.includes(draft.effort) ? draft.effort : null}
            onChange={(value) => onChange({ effort: value ?? undefined })}
            clearButtonProps={{ 'aria-label': 'Reset to the default effort' }}
          />
        )}
      </SimpleGrid>
      {parameters.includes('stop') ? (
        <TagsInput
          label="Stop sequences"
          description="Press Enter after each sequence"
          size="xs"
          maxTags={4}
          splitChars={[]}
          value={[...draft.stop]}
          onChange={(stop) => onChange({ stop })}
        />
      ) : null}
    </>
  );
}
