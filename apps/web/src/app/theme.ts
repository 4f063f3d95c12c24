import { type MantineColorsTuple, type MantineThemeComponent, createTheme } from '@mantine/core';

const MONOSPACE = "ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'DejaVu Sans Mono', monospace";

/** Mantine renders the header of a dialog as `<header>`, which screen readers would announce as the banner of the page. */
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

/** Mantine's red with a darker shade 8, so that white button text has a contrast of 4.5 in the dark theme. */
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

/** The Mantine theme of the console and the docs. */
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
  // Plain objects instead of `Modal.extend`, which would import every component into the initial chunk.
  components: {
    Badge: { defaultProps: { tt: 'none' }, styles: { root: { minWidth: 'max-content' } } },
    // Do not render closed lists.
    Combobox: { defaultProps: { keepMounted: false } },
    // Show errors above the field, because an open list would hide them below it.
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'description', 'error', 'input'] },
    },
    // Opening a menu focuses its first item instead of Mantine's placeholder, which is not a valid child of a menu.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: DIALOG,
    Drawer: DIALOG,
  },
});
