import { TagsInput, type TagsInputProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { catalogList, ownLimits } from './catalog-queries.js';

type ModelListInputProps = Omit<TagsInputProps, 'data'>;

/** An input for model ids and patterns. It suggests the models that the signed-in user can call. */
export function ModelListInput({ placeholder, value, ...props }: ModelListInputProps) {
  const models = useModelNames();
  return (
    <TagsInput
      data={models}
      clearable
      placeholder={value?.length === 0 ? placeholder : undefined}
      value={value}
      {...props}
    />
  );
}

function useModelNames(): string[] {
  const { data } = useQuery({ ...catalogList({ limit: 200 }), staleTime: 60_000 });
  const { data: limits } = useQuery(ownLimits);
  const allowed = limits?.together?.models ?? ['*'];
  const ids = data?.data.map(({ id }) => id) ?? [];
  return ids.filter((id) => allowed.some((entry) => matchesEntry(entry, id)));
}

function matchesEntry(entry: string, id: string): boolean {
  return entry.endsWith('*') ? id.startsWith(entry.slice(0, -1)) : entry === id;
}
