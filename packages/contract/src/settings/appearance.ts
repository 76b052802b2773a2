import { bool, choice, colour, html, inGroup, longText, naming, number, text, url, within } from './spec.ts'

/** Settings for names, pictures, colours and custom markup of the site (A-34, M-02). */
export const brandingSettings = inGroup('branding', {
  storeName: text('Nukkad', 'Name of the site, as customers see it.'),
  storeUrl: url('', 'Public address of the site, for links in messages and shares.'),
  storeEmail: naming('mailbox', text('', 'Email address for customers.')),
  storeLogo: naming('file', text('logo.png', 'File name of the logo, under /assets/img/logos.')),
  storeColor: colour('#fc8019', 'Brand colour. Buttons, links and light backgrounds have shades of this colour.'),
  cartColorBg: colour('#60b246', 'Background of the floating cart bar.'),
  cartColorText: colour('#ffffff', 'Text on the floating cart bar.'),
  appIcon: naming(
    'file',
    text(
      '',
      'File name of the icon on home screens, in tabs and next to messages. If blank, the app has the built-in icon.',
    ),
  ),
  'favicon-32x32': naming('file', text('favicon-32x32.png', 'Site icon, 32 pixels.')),
  'favicon-96x96': naming('file', text('favicon-96x96.png', 'Site icon, 96 pixels.')),
  customCSS: longText('', 'CSS for the customer app.'),
  adminCustomCss: longText('', 'CSS for the dashboard.', 'private'),
  footerStyleType: choice(
    ['FLOAT', 'FIXED'],
    'FLOAT',
    'Style of the bottom bar: floating above the page, or fixed to the edge of the page.',
  ),
  customHomeMessage: html('<p><br></p>', 'Message on the home page. An empty paragraph hides the message.'),
  customCartMessage: html('<p><br></p>', 'Message on the cart page. An empty paragraph hides the message.'),
  uploadImageQuality: within(
    [30, 100],
    number(
      '78',
      'Quality of pictures that are uploaded from now on, 30 to 100. A higher quality gives larger files.',
      'private',
    ),
  ),
})

/** Settings for the site in search results and link previews. */
export const seoSettings = inGroup('seo', {
  seoMetaTitle: text('Nukkad', 'Title of the site in search results and browser tabs.'),
  seoMetaDescription: longText('', 'Description of the site in search results.'),
  seoOgTitle: text('', 'Title in link previews.'),
  seoOgDescription: longText('', 'Description in link previews.'),
  seoOgImage: naming('picture', text('', 'Picture in link previews.')),
  seoTwitterTitle: text('', 'Title on X cards.'),
  seoTwitterDescription: longText('', 'Description on X cards.'),
  seoTwitterImage: naming('picture', text('', 'Picture on X cards.')),
  twitterUsername: text('', 'Account name on X cards.'),
  //
  enableGoogleAnalytics: bool('false', 'Counts page views with Google Analytics.'),
  googleAnalyticsId: naming('id', text('', 'Measurement id of the Google Analytics account.')),
})

/** Settings for currency, price display and menus. */
export const priceSettings = inGroup('prices', {
  currencyFormat: text('₹', 'Currency symbol next to every price.'),
  currencyId: text('INR', 'ISO code of the currency of all amounts.'),
  currencySymbolAlign: choice(['left', 'right'], 'left', 'Side of the amount on which the symbol is written.'),
  hidePriceWhenZero: bool('true', 'Hides prices of 0.00.'),
  showPercentageDiscount: bool('true', 'Shows the percentage saved against the old price.'),
  showVegNonVegBadge: bool('true', 'Marks items as veg or non-veg if the store has entered their diet.'),
  showInActiveItemsToo: bool('false', 'Lists switched-off items, marked as not available.'),
  expandAllItemMenu: bool('false', 'Opens every category of a store’s menu at the start instead of only the first.'),
  recommendedLayoutV2: bool('true', 'Shows recommended items as a row of cards.'),
  countQuantityAsTotalItemsOnCart: bool('false', 'Counts units instead of lines on the cart bar.'),
})

/** Settings for the home page, store lists and the variant of the storefront (A-02, INT-31). */
export const homeSettings = inGroup('home', {
  storefrontVariant: choice(
    ['salon', 'standard'],
    'salon',
    'Kind of shop front. With the kind Salon, the home page also shows consultation, share-and-earn and refer-a-friend.',
  ),
  consultWhatsappNumber: text(
    '',
    'WhatsApp number of the consultation banner, as digits with country code. If blank, the button of the banner is hidden.',
  ),
  consultGreetingText: text('Hi', 'Greeting that the consultation chat already contains when a customer opens it.'),
  showPromoSlider: bool('true', 'Shows the promotion slides on the home page.'),
  enSPU: bool('true', 'Offers self-pickup in addition to delivery.'),
  randomizeStores: bool('false', 'Shuffles the store list, featured stores first.'),
  sortDeliveryStoresByDistance: bool('false', 'Sorts delivery stores by distance.'),
  sortSelfpickupStoresByDistance: bool('false', 'Sorts pickup stores by distance.', 'private'),
  enRestaurantCategorySlider: bool('true', 'Shows the category tiles on the home page.'),
  restaurantCategorySliderPosition: number(
    '2',
    'Position of the category tiles in the store list. 0 is above the list.',
  ),
  restaurantCategorySliderStyle: number('0.4', 'Corner radius of the category tiles, in rem.'),
  showRestaurantCategorySliderLabel: bool('false', 'Shows the name under each category tile.'),
  showPwaInstallPromptFooter: bool('true', 'Offers at the bottom of the home page to install the app.'),
  showPwaInstallPromptHeader: bool('false', 'Offers at the top of the home page to install the app.'),
  enIOSPWAPopup: bool('true', 'On iPhones, explains how to add the app to the home screen, 2.5 s after the app opens.'),
  showGdpr: bool('false', 'Shows the privacy notice until the visitor accepts it.'),
})
