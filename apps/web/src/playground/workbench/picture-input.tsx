import { FileInput, Image, Stack } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useObjectUrl } from './use-object-url.js';

export interface PictureInputProps {
  label: string;
  description?: string;
  value: File | undefined;
  onChange: (picture: File | undefined) => void;
  isPreviewHidden?: boolean;
}

export function PictureInput({ label, description, value, onChange, isPreviewHidden }: PictureInputProps) {
  const url = useObjectUrl(value);
  return (
    <Stack gap="xs">
      <FileInput
        label={label}
        description={description}
        placeholder="Choose a picture"
        accept="image/png,image/jpeg,image/webp,image/gif"
        leftSection={<IconPhoto size={16} />}
        clearable
        clearButtonProps={{ 'aria-label': 'Remove the picture' }}
        value={value ?? null}
        onChange={(file) => onChange(file ?? undefined)}
      />
      {url === undefined || isPreviewHidden === true ? null : (
        <Image src={url} alt="The chosen picture" radius="md" mah={180} w="auto" fit="contain" maw="100%" />
      )}
    </Stack>
  );
}
