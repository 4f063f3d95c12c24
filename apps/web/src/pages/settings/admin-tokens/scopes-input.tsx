import { Checkbox, Input, Switch, Table } from '@mantine/core';
import { type ReactNode } from 'react';
import { EVERYTHING, SCOPE_NOUNS, type Scope } from './scopes.js';

export interface ScopesInputProps {
  value?: Scope[];
  onChange?: (scopes: Scope[]) => void;
  error?: ReactNode;
}

export function ScopesInput({ value = [], onChange, error }: ScopesInputProps) {
  const isEverything = value.includes(EVERYTHING);
  const toggle = (scope: Scope): void =>
    onChange?.(value.includes(scope) ? value.filter((other) => other !== scope) : [...value, scope]);
  const box = (scope: Scope | undefined, label: string): ReactNode =>
    scope === undefined ? null : (
      <Checkbox aria-label={label} checked={value.includes(scope)} onChange={() => toggle(scope)} />
    );
  return (
    <Input.Wrapper label="What it may do" labelElement="div" error={error}>
      <Switch
        my="xs"
        label="Everything"
        checked={isEverything}
        onChange={() => onChange?.(isEverything ? [] : [EVERYTHING])}
      />
      {isEverything ? null : (
        <Table aria-label="Scopes" verticalSpacing={6} withRowBorders={false}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Things</Table.Th>
              <Table.Th w={90}>Read</Table.Th>
              <Table.Th w={90}>Change</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {SCOPE_NOUNS.map(({ noun, label, read, write }) => (
              <Table.Tr key={noun}>
                <Table.Th scope="row" fw={400}>
                  {label}
                </Table.Th>
                <Table.Td>{box(read, `${label}: read`)}</Table.Td>
                <Table.Td>{box(write, `${label}: change`)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Input.Wrapper>
  );
}
