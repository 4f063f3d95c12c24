import { type ComboboxItem, Select, Text } from '@mantine/core';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { usePlaygroundToken } from './token-context.js';
import { describeModel } from './token/describe-model.js';
import { rankModels, rememberSelection } from './token/rank-models.js';
import { type Capability, type PlaygroundModel } from './token/playground-model.js';

interface ModelPickerProps {
  capability: Capability;
  /** While it is undefined, the picker selects the best model. */
  value: string | undefined;
  onChange: (model: string) => void;
  label?: string;
  size?: 'xs' | 'sm' | 'md';
  isLabelHidden?: boolean;
}

const WRAPPER_ORDER: ('label' | 'input' | 'description')[] = ['label', 'input', 'description'];

/** The models that the token may use for the capability, each with its owner, context length and price. */
export function ModelPicker({
  capability,
  value,
  onChange,
  label = 'Model',
  size = 'sm',
  isLabelHidden = false,
}: ModelPickerProps) {
  const { models, isLoading } = usePlaygroundToken();
  const rankedModels = useMemo(() => rankModels(models ?? [], capability), [models, capability]);
  const modelsById = useMemo(() => new Map(models?.map((model) => [model.id, model])), [models]);
  const bestModel = rankedModels[0]?.id;
  useEffect(() => {
    if (value === undefined && bestModel !== undefined) onChange(bestModel);
  }, [value, bestModel, onChange]);
  const ids = rankedModels.map(({ id }) => id);
  const selected = value === undefined ? undefined : modelsById.get(value);
  return (
    <Select
      label={isLabelHidden ? undefined : label}
      aria-label={isLabelHidden ? label : undefined}
      description={(selected && describeModel(selected)) || undefined}
      inputWrapperOrder={WRAPPER_ORDER}
      size={size}
      data={value === undefined || ids.includes(value) ? ids : [value, ...ids]}
      value={value ?? null}
      onChange={(id) => {
        if (id === null) return;
        rememberSelection(capability, id);
        onChange(id);
      }}
      renderOption={({ option }) => <ModelOption option={option} model={modelsById.get(option.value)} />}
      searchable
      allowDeselect={false}
      disabled={models === undefined}
      placeholder={getPlaceholder(models, isLoading)}
      nothingFoundMessage="No matching model"
      checkIconPosition="right"
      maxDropdownHeight={360}
    />
  );
}

function getPlaceholder(models: readonly PlaygroundModel[] | undefined, isLoading: boolean): string {
  if (models !== undefined) return 'No available model supports this';
  return isLoading ? 'Loading…' : 'No token yet';
}

function ModelOption({ option, model }: { option: ComboboxItem; model: PlaygroundModel | undefined }) {
  const facts = model && describeModel(model);
  return (
    <div>
      <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
        {option.label}
      </Text>
      {facts === undefined || facts === '' ? null : (
        <Text size="xs" c="dimmed" component="div">
          {facts}
        </Text>
      )}
    </div>
  );
}

/** The model of a tab. The initial value is the `model` parameter of the URL. */
export function useTabModel(): [model: string | undefined, setModel: (model: string) => void] {
  const [parameters] = useSearchParams();
  const [model, setModel] = useState(() => parameters.get('model') ?? undefined);
  return [model, useCallback((selected: string) => setModel(selected), [])];
}
