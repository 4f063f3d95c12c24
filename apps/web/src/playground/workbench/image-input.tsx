import { FileInput, Image, Stack } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useObjectUrl } from './use-object-url.js';

export interface ImageInputProps {
  label: string;
  description?: string;
  value: File | undefined;
  onChange: (image: File | undefined) => void;
  isPreviewHidden?: boolean;
}

export function ImageInput({ label, description, value, onChange, isPreviewHidden }: ImageInputProps) {
  const url = useObjectUrl(value);
  return (
    <Stack gap="xs">
      <FileInput
        label={label}
        description={description}
        placeholder="Choose an image"
        accept="image/png,image/jpeg,image/webp,image/gif"
        leftSection={<IconPhoto size={16} />}
        clearable
        clearButtonProps={{ 'aria-label': 'Remove the image' }}
        value={value ?? null}
        onChange={(file) => onChange(file ?? undefined)}
      />
      {url === undefined || isPreviewHidden === true ? null : (
        <Image src={url} alt="The chosen image" radius="md" mah={180} w="auto" fit="contain" maw="100%" />
      )}
    </Stack>
  );
}
