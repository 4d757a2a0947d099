/// <reference lib="dom" />

/** Returns the number of images that are still loading. A lazy image far away does not load by itself. */
export const countPendingImages = (): number =>
  [...document.images].filter(
    (image) =>
      !image.complete &&
      image.loading !== 'lazy' &&
      image.getClientRects().length > 0 &&
      (image.src !== '' || image.srcset !== ''),
  ).length
