import { Tooltip } from '@mantine/core';

export interface TooltipLabelProps {
  id: string;
  target: HTMLElement;
  isOpen: boolean;
  label: string | undefined;
}

export function TooltipLabel({ id, target, isOpen, label }: TooltipLabelProps) {
  return <Tooltip id={id} target={target} opened={isOpen} label={label} role="tooltip" />;
}
