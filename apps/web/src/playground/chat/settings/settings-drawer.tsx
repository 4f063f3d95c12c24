import { Drawer } from '@mantine/core';
import { type ComponentProps } from 'react';
import { SettingsPanel } from './settings-panel.js';

interface SettingsDrawerProps extends ComponentProps<typeof SettingsPanel> {
  isOpen: boolean;
  onClose: () => void;
}

/** The settings on narrow screens, and while models are compared. */
export function SettingsDrawer({ isOpen, onClose, ...panel }: SettingsDrawerProps) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size="sm"
      title="Settings for the next reply"
      closeButtonProps={{ 'aria-label': 'Close settings' }}
    >
      <SettingsPanel {...panel} />
    </Drawer>
  );
}
