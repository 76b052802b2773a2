import { bool, choice, colour, html, inGroup, longText, naming, number, text, url } from './spec.ts'

/** Names, pictures, colours and custom markup of the site (A-34, M-02). */
export const brandingSettings = inGroup('branding', {
  storeName: text('Nukkad', 'Name of the site, as customers see it.'),
  storeUrl: url('', 'Public address of the site, for links in messages and shares.'),
  storeEmail: naming('mailbox', text('', 'Email address for customers.')),
  storeLogo: naming('file', text('logo.png', 'File name of the logo, under /assets/img/logos.')),
  splashLogo: naming('file', text('splash.jpg', 'File name of the picture that shows while the installed app opens.')),
  storeColor: colour('#fc8019', 'Brand colour. Buttons, links and tints are derived from it.'),
  cartColorBg: colour('#60b246', 'Background of the floating cart bar.'),
  cartColorText: colour('#ffffff', 'Text on the floating cart bar.'),
  recommendedBadgeColor: colour('#d53d4c', 'Colour of the badge for recommended items.'),
  popularBadgeColor: colour('#ff5722', 'Colour of the badge for popular items.'),
  newBadgeColor: colour('#2196F3', 'Colour of the badge for new items.'),
  firstScreenHeroImage: naming('picture', text('', 'Large picture of the welcome screen.')),
  firstScreenHeroImageSm: naming(
    'picture',
    text('', 'Small preview that shows until the large welcome picture has loaded.'),
  ),
  appIcon: naming(
    'file',
    text('', 'File name of the icon on home screens, in tabs and next to messages. If blank, the built-in icon.'),
  ),
  'favicon-16x16': naming('file', text('favicon-16x16.png', 'Site icon, 16 pixels.')),
  'favicon-32x32': naming('file', text('favicon-32x32.png', 'Site icon, 32 pixels.')),
  'favicon-96x96': naming('file', text('favicon-96x96.png', 'Site icon, 96 pixels.')),
  'favicon-128x128': naming('file', text('favicon-128x128.png', 'Site icon, 128 pixels.')),
  customCSS: longText('', 'CSS for the customer app.'),
  adminCustomCss: longText('', 'CSS for the dashboard.', 'private'),
  footerStyleType: choice(
    ['FLOAT', 'FIXED'],
    'FLOAT',
    'Style of the bottom bar: floating above the page, or fixed to its edge.',
  ),
  useSimpleSpinner: bool('false', 'Shows a plain spinner while content loads, instead of outlines of it.'),
  storeAppPrimaryColor: colour('', 'Accent colour of the native app for store owners.'),
  customHomeMessage: html('<p><br></p>', 'Message on the home page. An empty paragraph hides it.'),
  customCartMessage: html('<p><br></p>', 'Message on the cart page. An empty paragraph hides it.'),
  uploadImageQuality: number('75', 'Quality of uploaded pictures, 1 to 100.', 'private'),
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
  hidePriceWhenZero: bool('true', 'Leaves the price out when it is 0.00.'),
  showPercentageDiscount: bool('true', 'Shows the percentage saved against the old price.'),
  showVegNonVegBadge: bool('true', 'Marks items as veg or non-veg where that is known.'),
  showInActiveItemsToo: bool('false', 'Lists switched-off items, marked as not available.'),
  expandAllItemMenu: bool('false', 'Opens every menu group at the start instead of only the first.'),
  enableAddonDrawer: bool('false', 'Older apps open add-ons in a drawer; this product always does.'),
  recommendedLayoutV2: bool('true', 'Shows recommended items as a row of cards.'),
  showAddonPricesOnCart: bool('false', 'Shows the price of each add-on under its cart line.'),
  countQuantityAsTotalItemsOnCart: bool('false', 'Counts units instead of lines on the cart bar.'),
  showFromNowDate: bool('true', 'Shows dates in lists as time passed, such as 2 hours ago.'),
  showPriceForTwo: bool('false', 'Shows the price range on store cards.'),
})

/** Home, store lists and the variant of the storefront (A-02, INT-31). */
export const homeSettings = inGroup('home', {
  storefrontVariant: choice(
    ['salon', 'standard'],
    'salon',
    'Salon adds consultation, share-and-earn and refer-a-friend.',
  ),
  consultWhatsappNumber: text(
    '',
    'WhatsApp number of the consultation banner, as digits with country code. If blank, the button is hidden.',
  ),
  consultGreetingText: text('Hi', 'Greeting that is filled in when the consultation chat opens.'),
  showPromoSlider: bool('true', 'Shows the promotion slides on home.'),
  enSPU: bool('true', 'Offers self-pickup in addition to delivery.'),
  randomizeStores: bool('false', 'Shuffles the store list, featured stores first.'),
  sortDeliveryStoresByDistance: bool('false', 'Sorts delivery stores by distance.'),
  sortSelfpickupStoresByDistance: bool('false', 'Sorts pickup stores by distance.', 'private'),
  mockSearchOnHomepage: bool('true', 'Shows a search box on home that opens the search screen.'),
  enRestaurantCategorySlider: bool('true', 'Shows the category tiles on home.'),
  restaurantCategorySliderPosition: number('2', 'Position of the tiles in the store list. 0 is above the list.'),
  restaurantCategorySliderSize: number('3', 'Size of the tiles, 1 to 5.'),
  restaurantCategorySliderStyle: number('0.4', 'Corner radius of the tiles, in rem.'),
  showRestaurantCategorySliderLabel: bool('false', 'Shows the name under each tile.'),
  homePageCategoryStyle: text('', 'Style of the category tiles, for other apps.'),
  homePageCategoryType: text('', 'Kind of category tiles, for other apps.'),
  showStoreCategoriesFilter: bool('false', 'Shows category chips above the store list.'),
  showCustomerNameHome: bool('false', 'Greets signed-in customers by name.'),
  showWelcomeMessage: bool('false', 'Shows the welcome text on home.'),
  showPwaInstallPromptFooter: bool('true', 'Offers to install the app at the bottom of home.'),
  showPwaInstallPromptHeader: bool('false', 'Offers to install the app at the top of home.'),
  enIOSPWAPopup: bool('true', 'Explains on iPhones how to add the app to the home screen, 2.5 s after load.'),
  showGdpr: bool('false', 'Shows the privacy notice until it is accepted.'),
  showTryItOnPhone: bool('true', 'Shows a QR code for the phone on wide screens.'),
  hideDesktopView: bool('false', 'Shows the app itself on wide screens, without the phone frame.'),
  multiLanguageSelection: bool('true', 'Shows the choice of language when there is more than one.'),
})
