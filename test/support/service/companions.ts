/** What a parameter needs next to it to be valid, so that its own bounds can be tried alone. */
export const companions: Readonly<Record<string, Record<string, unknown>>> = {
  image_fit: { image_width: 1 },
  show_pointer: { actions: [{ action: 'wait', milliseconds: 1 }] },
  clip_x: { clip_y: 0, clip_width: 1, clip_height: 1 },
  clip_y: { clip_x: 0, clip_width: 1, clip_height: 1 },
  clip_width: { clip_x: 0, clip_y: 0, clip_height: 1 },
  clip_height: { clip_x: 0, clip_y: 0, clip_width: 1 },
  geolocation_latitude: { geolocation_longitude: 0 },
  geolocation_longitude: { geolocation_latitude: 0 },
  geolocation_accuracy: { geolocation_latitude: 0, geolocation_longitude: 0 },
  viewport_width: { viewport_height: 1 },
  viewport_height: { viewport_width: 1 },
  pdf_width: { pdf_height: '5in' },
  pdf_height: { pdf_width: '5in' },
}
