import { ThemeIcon } from '@mantine/core';
import { findMark } from './find-mark.js';

interface ProviderMarkProps {
  label: string;
  size?: number;
}

/** The first letters of a provider on a colour that is always the same. */
export function ProviderMark({ label, size = 36 }: ProviderMarkProps) {
  const { letters, color } = findMark(label);
  return (
    <ThemeIcon size={size} radius="md" variant="filled" color={color} fz={size * 0.4} fw={650} aria-hidden>
      {letters}
    </ThemeIcon>
  );
}
