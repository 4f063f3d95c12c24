import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { IconArrowRight, IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode } from 'react';

export interface Pair {
  name: string;
  value: string;
}

export interface PairListInputProps {
  label: string;
  description?: ReactNode;
  /** The labels and examples of the two inputs of a line. */
  sides: { name: string; value: string; nameExample?: string; valueExample?: string };
  /** The noun for a line, such as "renamed model". */
  noun: string;
  value: readonly Pair[];
  onChange: (value: Pair[]) => void;
  error?: ReactNode;
}

/** Edits a list of name and value pairs. */
export function PairListInput(props: PairListInputProps) {
  const { label, description, sides, noun, value, onChange, error } = props;
  const set = (position: number, change: Partial<Pair>) =>
    onChange(value.map((pair, at) => (at === position ? { ...pair, ...change } : pair)));
  return (
    <Input.Wrapper label={label} description={description} error={error} labelElement="div">
      <Stack gap="xs" mt={6}>
        {value.map((pair, position) => (
          // Lines have no ids, and empty lines differ only by their position.
          <Group key={position} gap="xs" wrap="nowrap">
            <TextInput
              flex={1}
              aria-label={`${sides.name} ${position + 1}`}
              placeholder={sides.nameExample ?? sides.name}
              value={pair.name}
              onChange={(event) => set(position, { name: event.currentTarget.value })}
            />
            <IconArrowRight size={16} aria-hidden />
            <TextInput
              flex={1}
              aria-label={`${sides.value} ${position + 1}`}
              placeholder={sides.valueExample ?? sides.value}
              value={pair.value}
              onChange={(event) => set(position, { value: event.currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove ${noun} ${position + 1}`}
              onClick={() => onChange(value.toSpliced(position, 1))}
            >
              <IconX size={16} />
            </ActionIcon>
          </Group>
        ))}
        <div>
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconPlus size={14} />}
            onClick={() => onChange([...value, { name: '', value: '' }])}
          >
            Add a {noun}
          </Button>
        </div>
      </Stack>
    </Input.Wrapper>
  );
}
