import { Badge, Combobox, Drawer, Input, type MantineColorsTuple, Modal, createTheme } from '@mantine/core';

const MONOSPACE = "ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'DejaVu Sans Mono', monospace";

const CLOSE = { 'aria-label': 'Close' };
const TITLE = { fontWeight: 650 };

const gate: MantineColorsTuple = [
  '#e8f6f1',
  '#d3ebe3',
  '#a6d8c8',
  '#74c3ab',
  '#4cb293',
  '#33a784',
  '#1f9674',
  '#0f7f62',
  '#0b6b57',
  '#075243',
];

/** How the console and the docs look. */
export const theme = createTheme({
  primaryColor: 'gate',
  primaryShade: { light: 8, dark: 7 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  colors: { gate },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  fontFamilyMonospace: MONOSPACE,
  headings: { fontWeight: '650' },
  components: {
    Badge: Badge.extend({ styles: { root: { minWidth: 'max-content' } } }),
    // A list that nobody has opened is neither drawn nor placed.
    Combobox: Combobox.extend({ defaultProps: { keepMounted: false } }),
    // What is wrong with a field is told above it: below, its list of choices would hide it.
    InputWrapper: Input.Wrapper.extend({
      defaultProps: { inputWrapperOrder: ['label', 'description', 'error', 'input'] },
    }),
    Modal: Modal.extend({ defaultProps: { closeButtonProps: CLOSE }, styles: { title: TITLE } }),
    Drawer: Drawer.extend({ defaultProps: { closeButtonProps: CLOSE }, styles: { title: TITLE } }),
  },
});
