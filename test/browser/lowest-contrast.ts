/** Runs in the page: returns the lowest contrast, by the WCAG formula, between a visible text and its background. */
export const LOWEST_CONTRAST = `(() => {
  const channels = (color) => color.match(/[\\d.]+/g).map(Number);
  const isPainted = (color) => channels(color)[3] !== 0;
  const linear = (value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const luminance = (color) => {
    const [red, green, blue] = channels(color).map((channel) => linear(channel / 255));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const backgroundOf = (element) => {
    const { backgroundColor } = getComputedStyle(element);
    return isPainted(backgroundColor) ? backgroundColor : backgroundOf(element.parentElement);
  };
  const contrastOf = (element) => {
    const pair = [getComputedStyle(element).color, backgroundOf(element)].map(luminance);
    return (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
  };
  const hasText = (element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '');
  const texts = [...document.body.querySelectorAll('*')].filter(
    (element) => hasText(element) && element.checkVisibility(),
  );
  return Math.min(...texts.map(contrastOf));
})()`;
