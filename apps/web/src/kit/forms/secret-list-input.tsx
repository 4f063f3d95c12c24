import { ActionIcon, Button, Group, Input, PasswordInput, Stack } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode } from 'react';

export interface SecretListInputProps {
  label: string;
  description?: ReactNode;
  /** The noun for one secret, such as "Key". */
  noun: string;
  placeholder?: string;
  value: readonly string[];
  onChange: (value: string[]) => void;
  error?: ReactNode;
  withAsterisk?: boolean;
  /** The path of the field in the form. */
  path: string;
}

/** Edits a list of secrets. Stored secrets are never shown again. */
export function SecretListInput(props: SecretListInputProps) {
  const { label, description, noun, placeholder, value, onChange, error, withAsterisk, path } = props;
  const hasError = error !== undefined && error !== null;
  const rows = value.length === 0 ? [''] : value;
  const set = (position: number, text: string) => onChange(rows.with(position, text));
  return (
    <Input.Wrapper
      label={label}
      description={description}
      error={error}
      withAsterisk={withAsterisk}
      labelElement="div"
    >
      <Stack gap="xs" mt={6}>
        {rows.map((secret, position) => (
          // Lines have no ids, and empty lines differ only by their position.
          <Group key={position} gap="xs" wrap="nowrap">
            <PasswordInput
              flex={1}
              aria-label={`${noun} ${position + 1}`}
              placeholder={placeholder}
              autoComplete="off"
              data-1p-ignore
              data-path={position === 0 ? path : undefined}
              value={secret}
              error={hasError}
              aria-invalid={hasError}
              onChange={(event) => set(position, event.currentTarget.value)}
            />
            {rows.length > 1 ? (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove ${noun.toLowerCase()} ${position + 1}`}
                onClick={() => onChange(rows.toSpliced(position, 1))}
              >
                <IconX size={16} />
              </ActionIcon>
            ) : null}
          </Group>
        ))}
        <div>
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconPlus size={14} />}
            onClick={() => onChange([...rows, ''])}
          >
            Add another {noun.toLowerCase()}
          </Button>
        </div>
      </Stack>
    </Input.Wrapper>
  );
}
