import { TagsInput, type TagsInputProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { catalogList } from './catalog-queries.js';

type ModelListInputProps = Omit<TagsInputProps, 'data'>;

/** Ids of models, of which those that are served are offered, or patterns. */
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
  return data?.data.map(({ id }) => id) ?? [];
}
