import { type MantineColorsTuple, type MantineThemeComponent, createTheme } from '@mantine/core';

const MONOSPACE = "ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'DejaVu Sans Mono', monospace";

/** The header of a dialog is no banner of the page. */
const NO_BANNER = { header: { role: 'presentation' } };
const DIALOG: MantineThemeComponent = {
  defaultProps: { closeButtonProps: { 'aria-label': 'Close' }, attributes: NO_BANNER },
  styles: { title: { fontWeight: 650 } },
};

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

/** Mantine's red, with a darker eighth shade: white text on a button of the dark theme has a contrast of 4.5 only then. */
const red: MantineColorsTuple = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#ff8787',
  '#ff6b6b',
  '#fa5252',
  '#e03131',
  '#d32f2f',
  '#c92a2a',
];

/** How the console and the docs look. */
export const theme = createTheme({
  primaryColor: 'gate',
  primaryShade: { light: 8, dark: 7 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  colors: { gate, red },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  fontFamilyMonospace: MONOSPACE,
  headings: { fontWeight: '650' },
  // Plain objects: `Modal.extend` and its like would make every component that is named here part of the first visit.
  components: {
    Badge: { defaultProps: { tt: 'none' }, styles: { root: { minWidth: 'max-content' } } },
    // A closed list is not rendered.
    Combobox: { defaultProps: { keepMounted: false } },
    // Errors are above the field: below it, an open list would hide them.
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'description', 'error', 'input'] },
    },
    // Opening a menu focuses its first item. Mantine's placeholder for the focus is no valid child of a menu.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: DIALOG,
    Drawer: DIALOG,
  },
});
