import { NumberInput, Select, SimpleGrid, TagsInput } from '@mantine/core';
import { type Format, type ParameterName } from '../formats/format.js';
import { type Draft } from './draft.js';

type NumberName = Exclude<ParameterName, 'stop'>;

const NUMBERS: Record<NumberName, { label: string; min?: number; max?: number; step: number }> = {
  temperature: { label: 'Temperature', min: 0, max: 2, step: 0.1 },
  topP: { label: 'Top P', min: 0, max: 1, step: 0.05 },
  topK: { label: 'Top K', min: 0, step: 1 },
  maxTokens: { label: 'Max tokens', min: 1, step: 100 },
  seed: { label: 'Seed', step: 1 },
  presencePenalty: { label: 'Presence penalty', min: -2, max: 2, step: 0.1 },
  frequencyPenalty: { label: 'Frequency penalty', min: -2, max: 2, step: 0.1 },
};

export interface ParametersProps {
  draft: Draft;
  format: Format;
  onChange: (members: Partial<Draft>) => void;
}

/** Those that the format has. What is left empty is not sent. */
export function Parameters({ draft, format, onChange }: ParametersProps) {
  const numbers = format.parameters.filter((name) => name !== 'stop');
  return (
    <>
      <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
        {numbers.map((name) => (
          <NumberInput
            key={name}
            {...NUMBERS[name]}
            size="xs"
            placeholder="default"
            clampBehavior="strict"
            value={draft[name] ?? ''}
            onChange={(value) => onChange({ [name]: typeof value === 'number' ? value : undefined })}
          />
        ))}
        <Select
          label="Reasoning effort"
          size="xs"
          placeholder="default"
          clearable
          data={[...format.efforts]}
          value={draft.effort !== undefined && format.efforts.includes(draft.effort) ? draft.effort : null}
          onChange={(value) => onChange({ effort: value ?? undefined })}
          clearButtonProps={{ 'aria-label': 'Back to the default effort' }}
        />
      </SimpleGrid>
      {format.parameters.includes('stop') ? (
        <TagsInput
          label="Stop at"
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
