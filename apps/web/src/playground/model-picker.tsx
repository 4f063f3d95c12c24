import { type ComboboxItem, Select, Text } from '@mantine/core';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { usePlaygroundToken } from './token-context.js';
import { describeModel } from './token/describe-model.js';
import { rankModels, rememberChoice } from './token/fitting-models.js';
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

const BELOW: ('label' | 'input' | 'description')[] = ['label', 'input', 'description'];

/** The models that the token may use for the capability, each with its owner, context length and price. */
export function ModelPicker({
  capability,
  value,
  onChange,
  label = 'Model',
  size = 'sm',
  isLabelHidden = false,
}: ModelPickerProps) {
  const { models, isOpening } = usePlaygroundToken();
  const fitting = useMemo(() => rankModels(models ?? [], capability), [models, capability]);
  const known = useMemo(() => new Map(models?.map((model) => [model.id, model])), [models]);
  const best = fitting[0]?.id;
  useEffect(() => {
    if (value === undefined && best !== undefined) onChange(best);
  }, [value, best, onChange]);
  const ids = fitting.map(({ id }) => id);
  const chosen = value === undefined ? undefined : known.get(value);
  return (
    <Select
      label={isLabelHidden ? undefined : label}
      aria-label={isLabelHidden ? label : undefined}
      description={(chosen && describeModel(chosen)) || undefined}
      inputWrapperOrder={BELOW}
      size={size}
      data={value === undefined || ids.includes(value) ? ids : [value, ...ids]}
      value={value ?? null}
      onChange={(picked) => {
        if (picked === null) return;
        rememberChoice(capability, picked);
        onChange(picked);
      }}
      renderOption={({ option }) => <ModelOption option={option} model={known.get(option.value)} />}
      searchable
      allowDeselect={false}
      disabled={models === undefined}
      placeholder={getPlaceholder(models, isOpening)}
      nothingFoundMessage="No matching model"
      checkIconPosition="right"
      maxDropdownHeight={360}
    />
  );
}

function getPlaceholder(models: readonly PlaygroundModel[] | undefined, isOpening: boolean): string {
  if (models !== undefined) return 'No available model supports this';
  return isOpening ? 'Loading…' : 'No token yet';
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
  return [model, useCallback((chosen: string) => setModel(chosen), [])];
}
