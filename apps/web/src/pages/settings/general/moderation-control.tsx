import { Autocomplete, SegmentedControl, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Schema, getAnswer, api } from '../../../api/client.js';
import { type ControlProps } from './control-props.js';

export type Moderation = Schema<'ModerationSettings'>;

const ACTIONS = [
  { value: 'block', label: 'Refuse' },
  { value: 'flag', label: 'Only note' },
] satisfies { value: Moderation['action']; label: string }[];

export function ModerationControl(props: ControlProps<Moderation>) {
  const { label, placeholder, value, onChange, disabled, error } = props;
  const models = useModerationModels();
  const action = value?.action ?? 'block';
  return (
    <Stack gap="xs">
      <Autocomplete
        aria-label={`${label}: the model`}
        placeholder={placeholder}
        data={models}
        disabled={disabled}
        error={error}
        value={value?.model ?? ''}
        onChange={(model) => onChange(model.trim() === '' ? null : { model: model.trim(), action })}
      />
      {value === null ? null : (
        <SegmentedControl
          fullWidth
          aria-label="What happens to a request that it finds something in"
          data={ACTIONS}
          value={action}
          disabled={disabled}
          onChange={(chosen) => onChange({ ...value, action: chosen })}
        />
      )}
    </Stack>
  );
}

function useModerationModels(): string[] {
  const { data } = useQuery({
    queryKey: ['models', 'for-moderation'],
    queryFn: () =>
      getAnswer(api.GET('/api/models', { params: { query: { capability: 'moderation', limit: 100 } } })),
  });
  return (data?.data ?? []).map(({ id }) => id);
}
